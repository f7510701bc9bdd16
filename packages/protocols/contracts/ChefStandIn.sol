// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface IToken {
    function mint(address to, uint256 amount) external;
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for forks of SushiSwap's first MasterChef, which name the pending view after their token: one reward per second and
/// staked unit. Anybody may set a stake that was never paid.
contract ChefStandIn {
    struct PoolInfo {
        address lpToken;
        uint256 allocPoint;
        uint256 lastRewardBlock;
        uint256 accPlumPerShare;
    }

    struct UserInfo {
        uint256 amount;
        uint256 since;
    }

    event Deposit(address indexed user, uint256 indexed pid, uint256 amount);

    PoolInfo[] public poolInfo;
    mapping(uint256 => mapping(address => UserInfo)) public userInfo;

    function poolLength() external view returns (uint256) {
        return poolInfo.length;
    }

    function add(address token) external {
        poolInfo.push(PoolInfo(token, 1, block.number, 0));
    }

    function deposit(uint256 pid, uint256 amount) external {
        IToken(poolInfo[pid].lpToken).transferFrom(msg.sender, address(this), amount);
        setStake(pid, msg.sender, userInfo[pid][msg.sender].amount + amount);
    }

    function setStake(uint256 pid, address user, uint256 amount) public {
        userInfo[pid][user] = UserInfo(amount, block.timestamp);
        emit Deposit(user, pid, amount);
    }

    function pendingPlum(uint256 pid, address user) external view returns (uint256) {
        UserInfo memory info = userInfo[pid][user];
        return info.amount * (block.timestamp - info.since);
    }
}
