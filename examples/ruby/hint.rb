# A hint for a saved position: ruby -I build/ruby examples/ruby/hint.rb [host:port] [bot]
require "covertbots/v1/opponent_services_pb"
require "google/protobuf/well_known_types"
require "google/rpc/error_details_pb"
require "grpc/errors"

target, bot = ARGV
target ||= "localhost:50051"
# gRPC would ask a proxy that the environment names, for this machine's servers too.
here = target.start_with?("localhost:", "127.", "[::1]:")
channel_args = here ? { "grpc.enable_http_proxy" => 0 } : {}
view = Covertbots::V1::View.decode_json(File.read("examples/views/place.json"))
request = Covertbots::V1::SuggestMoveRequest.new(
  view: view, bot: bot || "ismcts", limits: Covertbots::V1::Limits.new(iterations: 1000)
)
opponent = Covertbots::V1::Opponent::Stub.new(
  target, :this_channel_is_insecure, timeout: 10, channel_args: channel_args
)
begin
  puts opponent.suggest_move(request).suggestion.turn_in_words
rescue GRPC::BadStatus => error
  warn "status #{error.code}: #{error.details}"
  (error.to_rpc_status&.details || []).each do |detail|
    if detail.is(Google::Rpc::ErrorInfo)
      warn "  #{detail.unpack(Google::Rpc::ErrorInfo).reason}"
    elsif detail.is(Google::Rpc::BadRequest)
      detail.unpack(Google::Rpc::BadRequest).field_violations.each do |wrong|
        warn "  #{wrong.field}: #{wrong.description}"
      end
    end
  end
  exit 1
end
