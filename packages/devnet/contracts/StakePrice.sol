// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Feed {
    function latestAnswer() external view returns (int256);
}

interface Stake {
    function stEthPerToken() external view returns (uint256);
}

/// Answers as a price feed does: what a share of staked coins is worth by its rate and the staked coin's feed.
contract StakePrice {
    uint8 public constant decimals = 8;
    Feed private immutable feed;
    Stake private immutable stake;

    constructor(Feed feed_, Stake stake_) {
        feed = feed_;
        stake = stake_;
    }

    function latestAnswer() external view returns (int256) {
        return (feed.latestAnswer() * int256(stake.stEthPerToken())) / 1e18;
    }
}
