// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// One end of a bridge: keeps coins on one chain and pays them out on another, with whatever log it is given.
contract Bridge {
    function take(bytes32[4] calldata topics, bytes calldata data) external payable {
        log(topics, data);
    }

    function pay(address payable account, bytes32[4] calldata topics, bytes calldata data) external payable {
        account.transfer(msg.value);
        log(topics, data);
    }

    /// As contracts do that log nothing of the transfer.
    function paySilently(address payable account) external payable {
        account.transfer(msg.value);
    }

    function log(bytes32[4] calldata topics, bytes memory data) private {
        (bytes32 a, bytes32 b, bytes32 c, bytes32 d) = (topics[0], topics[1], topics[2], topics[3]);
        assembly {
            log4(add(data, 32), mload(data), a, b, c, d)
        }
    }
}
