import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import covertbots.v1.OpponentGrpc;
import covertbots.v1.OpponentOuterClass.SuggestMoveRequest;
import covertbots.v1.SuggestionOuterClass.Limits;
import covertbots.v1.ViewOuterClass.View;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A hint for a saved position: Hint [host:port] [bot] */
public final class Hint {
    public static void main(String[] words) throws Exception {
        View.Builder view = View.newBuilder();
        JsonFormat.parser().merge(Files.readString(Path.of("examples/views/place.json")), view);
        SuggestMoveRequest request = SuggestMoveRequest.newBuilder()
            .setView(view)
            .setBot(words.length > 1 ? words[1] : "ismcts")
            .setLimits(Limits.newBuilder().setIterations(1000))
            .build();

        String target = words.length > 0 ? words[0] : "localhost:50051";
        ManagedChannel channel = ManagedChannelBuilder.forTarget(target).usePlaintext().build();
        int code = 0;
        try {
            System.out.println(OpponentGrpc.newBlockingStub(channel)
                .withDeadlineAfter(10, TimeUnit.SECONDS)
                .suggestMove(request)
                .getSuggestion()
                .getTurnInWords());
        } catch (StatusRuntimeException error) {
            explain(error);
            code = 1;
        } finally {
            channel.shutdownNow();
        }
        System.exit(code);
    }

    /** Prints what the service says about a call that it did not answer. */
    static void explain(StatusRuntimeException error) throws InvalidProtocolBufferException {
        Throwable cause = error.getCause(); // of no connection; the message says only "io exception"
        System.err.println(error.getMessage() + (cause == null ? "" : ": " + cause.getMessage()));
        com.google.rpc.Status status = StatusProto.fromThrowable(error);
        for (Any detail : status.getDetailsList()) {
            if (detail.is(ErrorInfo.class)) {
                System.err.println("  " + detail.unpack(ErrorInfo.class).getReason());
            } else if (detail.is(BadRequest.class)) {
                for (var wrong : detail.unpack(BadRequest.class).getFieldViolationsList()) {
                    System.err.println("  " + wrong.getField() + ": " + wrong.getDescription());
                }
            }
        }
    }
}
