// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Emits what Pendle's router emits after a swap.
contract PendleRouterStandIn {
    event SwapYtAndSy(
        address indexed caller,
        address indexed market,
        address indexed receiver,
        int256 netYtToAccount,
        int256 netSyToAccount
    );

    function swap(address receiver, address market) external {
        emit SwapYtAndSy(msg.sender, market, receiver, 1, -1);
    }
}
