// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Answers as an exchange of Polymarket does about the outcomes that it trades, and as its adapter does about the wrapped collateral.
contract OutcomeRegistry {
    mapping(uint256 => bytes32) public getConditionId;
    address public immutable wcol;

    constructor(address wcol_) {
        wcol = wcol_;
    }

    function register(uint256 token, bytes32 conditionId) external {
        getConditionId[token] = conditionId;
    }
}
