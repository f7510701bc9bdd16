// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IStakedToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for Geist's MultiFeeDistribution: stakes, locks of three months, and rewards that vest as long; fees are set.
contract MultiFeeStandIn {
    struct Balance {
        uint256 amount;
        uint256 unlockTime;
    }

    struct Reward {
        address token;
        uint256 amount;
    }

    event Staked(address indexed user, uint256 amount, bool locked);

    address public immutable stakingToken;
    mapping(address => uint256) private unlocked;
    mapping(address => Balance[]) private locks;
    mapping(address => Balance[]) private earnings;
    mapping(address => Reward[]) private fees;

    constructor(address token) {
        stakingToken = token;
    }

    function stake(uint256 amount, bool lock) external {
        IStakedToken(stakingToken).transferFrom(msg.sender, address(this), amount);
        if (lock) locks[msg.sender].push(Balance(amount, block.timestamp + 13 weeks));
        else unlocked[msg.sender] += amount;
        emit Staked(msg.sender, amount, lock);
    }

    /// Of the controller; the original mints.
    function mint(address user, uint256 amount) external {
        earnings[user].push(Balance(amount, block.timestamp + 13 weeks));
    }

    function owe(address user, address token, uint256 amount) external {
        fees[user].push(Reward(token, amount));
    }

    function unlockedBalance(address user) external view returns (uint256 amount) {
        (uint256 expired, , ) = split(earnings[user]);
        return unlocked[user] + expired;
    }

    function earnedBalances(address user) external view returns (uint256 total, Balance[] memory rest) {
        (, total, rest) = split(earnings[user]);
    }

    function lockedBalances(address user) external view returns (uint256, uint256, uint256, Balance[] memory) {
        (uint256 unlockable, uint256 locked, Balance[] memory rest) = split(locks[user]);
        return (unlockable + locked, unlockable, locked, rest);
    }

    function claimableRewards(address user) external view returns (Reward[] memory) {
        return fees[user];
    }

    function split(Balance[] storage list) private view returns (uint256 ended, uint256 left, Balance[] memory rest) {
        uint256 first = list.length;
        for (uint256 at = list.length; at > 0; at--) {
            if (list[at - 1].unlockTime > block.timestamp) (first, left) = (at - 1, left + list[at - 1].amount);
            else ended += list[at - 1].amount;
        }
        rest = new Balance[](list.length - first);
        for (uint256 at = first; at < list.length; at++) rest[at - first] = list[at];
    }
}

/// Stands for Geist's ChefIncentivesController, as far as it names what it mints to.
contract FeeControllerStandIn {
    address public immutable rewardMinter;

    constructor(address minter) {
        rewardMinter = minter;
    }

    function handleAction(address, uint256, uint256) external {}
}
