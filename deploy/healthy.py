"""Ends with 0 if the server in this container serves: Docker's health check."""

import os
import sys

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

with grpc.insecure_channel(f"localhost:{os.environ['COVERT_BOTS_PORT']}") as channel:
    request = health_pb2.HealthCheckRequest()
    try:
        answer = health_pb2_grpc.HealthStub(channel).Check(request, timeout=1.5)
    except grpc.RpcError as error:
        sys.exit(f"no answer: {error.code().name}")
sys.exit(answer.status != health_pb2.HealthCheckResponse.SERVING)
