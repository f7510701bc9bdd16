// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Locks of 17 weeks, which end together with those of their week.
abstract contract Locks {
    struct Lock {
        uint112 amount;
        uint32 unlockTime;
    }

    struct EarnedData {
        address token;
        uint256 amount;
    }

    address public immutable stakingToken;
    mapping(address => Lock[]) private locks;

    constructor(address token) {
        stakingToken = token;
    }

    function add(address user, uint112 amount) internal {
        Token(stakingToken).transferFrom(msg.sender, address(this), amount);
        locks[user].push(Lock(amount, uint32(((block.timestamp / 1 weeks) + 17) * 1 weeks)));
    }

    function list(address user) internal view returns (uint256 total, uint256 unlockable, Lock[] memory left) {
        uint256 first;
        Lock[] storage all = locks[user];
        for (uint256 index; index < all.length; index++) {
            total += all[index].amount;
            if (all[index].unlockTime > block.timestamp) continue;
            unlockable += all[index].amount;
            first = index + 1;
        }
        left = new Lock[](all.length - first);
        for (uint256 index = first; index < all.length; index++) left[index - first] = all[index];
    }

    function claimableRewards(address) external view returns (EarnedData[] memory rewards) {
        rewards = new EarnedData[](1);
        rewards[0] = EarnedData(stakingToken, 7);
    }
}

/// Stands for the locker of CVX.
contract LockerStandIn is Locks {
    struct LockedBalance {
        uint112 amount;
        uint112 boosted;
        uint32 unlockTime;
    }

    event Staked(address indexed _user, uint256 _paidAmount, uint256 _lockedAmount, uint256 _boostedAmount);

    constructor(address token) Locks(token) {}

    function lock(address user, uint112 amount) external {
        add(user, amount);
        emit Staked(user, amount, amount, amount);
    }

    function lockedBalances(address user)
        external
        view
        returns (uint256 total, uint256 unlockable, uint256 locked, LockedBalance[] memory lockData)
    {
        Lock[] memory left;
        (total, unlockable, left) = list(user);
        locked = total - unlockable;
        lockData = new LockedBalance[](left.length);
        for (uint256 index; index < left.length; index++) {
            (uint112 amount, uint32 end) = (left[index].amount, left[index].unlockTime);
            lockData[index] = LockedBalance(amount, amount, end);
        }
    }
}

/// Stands for the locker of AURA, whose locks are not boosted.
contract AuraLockerStandIn is Locks {
    event Staked(address indexed _user, uint256 _paidAmount, uint256 _lockedAmount);

    constructor(address token) Locks(token) {}

    function lock(address user, uint112 amount) external {
        add(user, amount);
        emit Staked(user, amount, amount);
    }

    function lockedBalances(address user)
        external
        view
        returns (uint256 total, uint256 unlockable, uint256 locked, Lock[] memory lockData)
    {
        (total, unlockable, lockData) = list(user);
        locked = total - unlockable;
    }
}
