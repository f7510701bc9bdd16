// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Scaled {
    function scaledBalanceOf(address user) external view returns (uint256);
}

/// Stands for the IncentivesController of Aave V2, which its package leaves out: what was counted for a user, and what each
/// asset that is asked for adds.
contract IncentivesStandIn {
    event RewardsAccrued(address indexed user, uint256 amount);

    address public immutable REWARD_TOKEN;
    mapping(address => uint256) private counted;

    constructor(address token) {
        REWARD_TOKEN = token;
    }

    function count(address user, uint256 amount) external {
        counted[user] += amount;
        emit RewardsAccrued(user, amount);
    }

    function getRewardsBalance(address[] calldata assets, address user) external view returns (uint256 amount) {
        amount = counted[user];
        for (uint256 index = 0; index < assets.length; index++) amount += Scaled(assets[index]).scaledBalanceOf(user) / 1000;
    }
}
