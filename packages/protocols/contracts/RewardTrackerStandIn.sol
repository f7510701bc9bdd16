// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for GMX V1's RewardTracker: one reward per second and staked unit. It is its own distributor.
contract RewardTrackerStandIn {
    address public immutable rewardToken;
    mapping(address => mapping(address => uint256)) public depositBalances;
    mapping(address => uint256) public since;
    mapping(address => uint256) public stakedAmounts;

    constructor(address rewardToken_) {
        rewardToken = rewardToken_;
    }

    function distributor() external view returns (address) {
        return address(this);
    }

    function stakeForAccount(address account, address token, uint256 amount) external {
        IToken(token).transferFrom(account, address(this), amount);
        depositBalances[account][token] += amount;
        stakedAmounts[account] += amount;
        since[account] = block.timestamp;
    }

    function claimable(address account) external view returns (uint256) {
        return stakedAmounts[account] * (block.timestamp - since[account]);
    }
}
