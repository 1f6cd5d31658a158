#include "assistant/bus/publisher.hpp"

#include <zmq.hpp>

namespace polemarch::assistant {

struct Publisher::Socket {
  zmq::context_t context{1};
  zmq::socket_t socket{context, zmq::socket_type::pub};
};

Publisher::Publisher(std::unique_ptr<Socket> socket) : socket_(std::move(socket)) {}
Publisher::~Publisher() = default;

Result<std::unique_ptr<Publisher>> Publisher::open(const std::string& endpoint) {
  const bool port_alone = !endpoint.empty() && endpoint.find_first_not_of("0123456789") == std::string::npos;
  const std::string address = port_alone ? "tcp://127.0.0.1:" + (endpoint == "0" ? "*" : endpoint) : endpoint;
  auto socket = std::make_unique<Socket>();
  try {
    socket->socket.set(zmq::sockopt::linger, 0);
    socket->socket.set(zmq::sockopt::sndhwm, 200);
    socket->socket.bind(address);
  } catch (const zmq::error_t& error) {
    return InputError{"--publish " + endpoint + ": " + error.what() + "; give a free port such as 5570"};
  }
  return std::unique_ptr<Publisher>(new Publisher(std::move(socket)));
}

void Publisher::publish(std::string_view topic, std::string_view json) {
  socket_->socket.send(zmq::buffer(topic.data(), topic.size()), zmq::send_flags::sndmore | zmq::send_flags::dontwait);
  socket_->socket.send(zmq::buffer(json.data(), json.size()), zmq::send_flags::dontwait);
}

std::string Publisher::endpoint() const { return socket_->socket.get(zmq::sockopt::last_endpoint); }

}  // namespace polemarch::assistant
