// A hint for a saved position: hint [host:port] [bot]
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	pb "covertbots/v1"
)

func main() {
	target, bot := "localhost:50051", "ismcts"
	if len(os.Args) > 1 {
		target = os.Args[1]
	}
	if len(os.Args) > 2 {
		bot = os.Args[2]
	}
	saved, err := os.ReadFile("examples/views/place.json")
	check(err)
	view := &pb.View{}
	check(protojson.Unmarshal(saved, view))

	connection, err := grpc.Dial(target, grpc.WithInsecure())
	check(err)
	defer connection.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	answer, err := pb.NewOpponentClient(connection).SuggestMove(ctx, &pb.SuggestMoveRequest{
		View: view, Bot: bot, Limits: &pb.Limits{Iterations: proto.Uint64(1000)},
	})
	check(err)
	fmt.Println(answer.Suggestion.TurnInWords)
}

// check ends the program if there is an error, and prints what the service says about it.
func check(err error) {
	if err == nil {
		return
	}
	failed := status.Convert(err)
	fmt.Fprintf(os.Stderr, "%s: %s\n", failed.Code(), failed.Message())
	for _, detail := range failed.Details() {
		switch one := detail.(type) {
		case *errdetails.ErrorInfo:
			fmt.Fprintf(os.Stderr, "  %s\n", one.Reason)
		case *errdetails.BadRequest:
			for _, wrong := range one.FieldViolations {
				fmt.Fprintf(os.Stderr, "  %s: %s\n", wrong.Field, wrong.Description)
			}
		case *errdetails.RetryInfo:
			fmt.Fprintf(os.Stderr, "  try again after %s\n", one.RetryDelay.AsDuration())
		}
	}
	os.Exit(1)
}
