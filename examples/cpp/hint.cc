// A hint for a saved position: hint [host:port] [bot]
#include <chrono>
#include <fstream>
#include <iostream>
#include <sstream>

#include <google/protobuf/util/json_util.h>
#include <grpcpp/grpcpp.h>

#include "covertbots/v1/opponent.grpc.pb.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace covert = covertbots::v1;

// Prints what the service says about a call that it did not answer.
void explain(const grpc::Status& failed) {
  std::cerr << "status " << failed.error_code() << ": " << failed.error_message() << "\n";
  google::rpc::Status status;
  status.ParseFromString(failed.error_details());
  for (const auto& detail : status.details()) {
    google::rpc::ErrorInfo info;
    google::rpc::BadRequest bad;
    if (detail.UnpackTo(&info)) {
      std::cerr << "  " << info.reason() << "\n";
    } else if (detail.UnpackTo(&bad)) {
      for (const auto& wrong : bad.field_violations())
        std::cerr << "  " << wrong.field() << ": " << wrong.description() << "\n";
    }
  }
}

int main(int count, char** words) {
  std::stringstream saved;
  saved << std::ifstream("examples/views/place.json").rdbuf();

  covert::SuggestMoveRequest request;
  auto read = google::protobuf::util::JsonStringToMessage(saved.str(), request.mutable_view());
  if (!read.ok()) {
    std::cerr << "examples/views/place.json: " << read.ToString() << "\n";
    return 1;
  }
  request.set_bot(count > 2 ? words[2] : "ismcts");
  request.mutable_limits()->set_iterations(1000);

  const std::string target = count > 1 ? words[1] : "localhost:50051";
  grpc::ChannelArguments arguments;
  for (std::string here : {"localhost:", "127.", "[::1]:"}) {
    // gRPC would ask a proxy that the environment names, for this machine's servers too.
    if (target.rfind(here, 0) == 0) arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  }
  auto channel =
      grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(), arguments);
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(10));
  covert::SuggestMoveResponse answer;
  auto status = covert::Opponent::NewStub(channel)->SuggestMove(&context, request, &answer);
  if (!status.ok()) {
    explain(status);
    return 1;
  }
  std::cout << answer.suggestion().turn_in_words() << "\n";
}
