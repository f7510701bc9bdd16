// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// Pays a second token: twice of what the chef pays.
contract DoubleRewarder {
    address public token;
    bool public isBroken;

    constructor(address token_) {
        token = token_;
    }

    function setBroken(bool isBroken_) external {
        isBroken = isBroken_;
    }

    function pendingTokens(uint256, address, uint256 amount) external view returns (address[] memory, uint256[] memory) {
        require(!isBroken, "broken");
        address[] memory tokens = new address[](1);
        uint256[] memory amounts = new uint256[](1);
        (tokens[0], amounts[0]) = (token, amount * 2);
        return (tokens, amounts);
    }
}
