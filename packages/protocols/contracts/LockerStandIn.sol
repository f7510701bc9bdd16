// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for the locker of CVX: locks of 17 weeks, which end together with those of their week.
contract LockerStandIn {
    struct LockedBalance {
        uint112 amount;
        uint112 boosted;
        uint32 unlockTime;
    }

    struct EarnedData {
        address token;
        uint256 amount;
    }

    event Staked(address indexed _user, uint256 _paidAmount, uint256 _lockedAmount, uint256 _boostedAmount);

    address public immutable stakingToken;
    mapping(address => LockedBalance[]) private locks;

    constructor(address token) {
        stakingToken = token;
    }

    function lock(address user, uint112 amount) external {
        Token(stakingToken).transferFrom(msg.sender, address(this), amount);
        uint32 end = uint32(((block.timestamp / 1 weeks) + 17) * 1 weeks);
        locks[user].push(LockedBalance(amount, amount, end));
        emit Staked(user, amount, amount, amount);
    }

    function lockedBalances(address user)
        external
        view
        returns (uint256 total, uint256 unlockable, uint256 locked, LockedBalance[] memory lockData)
    {
        uint256 first;
        LockedBalance[] storage all = locks[user];
        for (uint256 index; index < all.length; index++) {
            total += all[index].amount;
            if (all[index].unlockTime > block.timestamp) continue;
            unlockable += all[index].amount;
            first = index + 1;
        }
        locked = total - unlockable;
        lockData = new LockedBalance[](all.length - first);
        for (uint256 index = first; index < all.length; index++) lockData[index - first] = all[index];
    }

    function claimableRewards(address) external view returns (EarnedData[] memory rewards) {
        rewards = new EarnedData[](1);
        rewards[0] = EarnedData(stakingToken, 7);
    }
}
