// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for PancakeSwap's SmartChefs: one staked token, one reward token, by the second.
contract SmartChefStandIn {
    struct UserInfo {
        uint256 amount;
        uint256 since;
    }

    event Deposit(address indexed user, uint256 amount);

    address public immutable stakedToken;
    address public immutable rewardToken;
    mapping(address => UserInfo) public userInfo;

    constructor(address stakedToken_, address rewardToken_) {
        (stakedToken, rewardToken) = (stakedToken_, rewardToken_);
    }

    function deposit(uint256 amount) external {
        IToken(stakedToken).transferFrom(msg.sender, address(this), amount);
        userInfo[msg.sender] = UserInfo(amount, block.timestamp);
        emit Deposit(msg.sender, amount);
    }

    function pendingReward(address user) external view returns (uint256) {
        return userInfo[user].amount * (block.timestamp - userInfo[user].since);
    }
}
