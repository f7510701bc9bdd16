// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Answers about one staker as the safety module on Ethereum does, whose bytecode no package has: a tenth was slashed.
contract StakedTokenV3Views {
    struct CooldownSnapshot {
        uint40 timestamp;
        uint216 amount;
    }

    address public immutable STAKED_TOKEN;
    address public immutable REWARD_TOKEN;
    uint256 public constant UNSTAKE_WINDOW = 2 days;
    uint256 public constant totalSupply = 1_000;
    uint256 public immutable startAt = block.timestamp;
    address private immutable staker;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(address stakedToken, address rewardToken, address staker_) {
        STAKED_TOKEN = stakedToken;
        REWARD_TOKEN = rewardToken;
        staker = staker_;
        emit Transfer(address(0), staker_, totalSupply);
    }

    function balanceOf(address account) external view returns (uint256) {
        return account == staker ? totalSupply : 0;
    }

    function getTotalRewardsBalance(address account) external view returns (uint256) {
        return account == staker ? 5 : 0;
    }

    function getCooldownSeconds() external pure returns (uint256) {
        return 20 days;
    }

    function stakersCooldowns(address account) external view returns (CooldownSnapshot memory) {
        return CooldownSnapshot(account == staker ? uint40(startAt) : 0, uint216(totalSupply));
    }

    function previewRedeem(uint256 shares) external pure returns (uint256) {
        return (shares * 9) / 10;
    }
}
