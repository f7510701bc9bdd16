// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function balanceOf(address who) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function mint(address to, uint256 value) external;
}

/// Answers as SushiSwap's MasterChef does, with its arithmetic: tokens per block, shared by what each pool and each user has staked.
contract MasterChef {
    struct UserInfo {
        uint256 amount;
        uint256 rewardDebt;
    }

    struct PoolInfo {
        Token lpToken;
        uint256 allocPoint;
        uint256 lastRewardBlock;
        uint256 accSushiPerShare;
    }

    uint256 public constant BONUS_MULTIPLIER = 10;
    uint256 private constant PRECISION = 1e12;

    address public immutable owner;
    Token public immutable sushi;
    address public devaddr;
    uint256 public bonusEndBlock;
    uint256 public sushiPerBlock;
    uint256 public startBlock;
    uint256 public totalAllocPoint;
    PoolInfo[] public poolInfo;
    mapping(uint256 => mapping(address => UserInfo)) public userInfo;

    event Deposit(address indexed user, uint256 indexed pid, uint256 amount);
    event Withdraw(address indexed user, uint256 indexed pid, uint256 amount);
    event EmergencyWithdraw(address indexed user, uint256 indexed pid, uint256 amount);

    constructor(Token sushi_, address devaddr_, uint256 sushiPerBlock_, uint256 startBlock_, uint256 bonusEndBlock_) {
        owner = msg.sender;
        sushi = sushi_;
        devaddr = devaddr_;
        sushiPerBlock = sushiPerBlock_;
        startBlock = startBlock_;
        bonusEndBlock = bonusEndBlock_;
    }

    function poolLength() external view returns (uint256) {
        return poolInfo.length;
    }

    function add(uint256 allocPoint, Token lpToken, bool withUpdate) external {
        require(msg.sender == owner, "not the owner");
        if (withUpdate) massUpdatePools();
        uint256 lastRewardBlock = block.number > startBlock ? block.number : startBlock;
        totalAllocPoint += allocPoint;
        poolInfo.push(PoolInfo(lpToken, allocPoint, lastRewardBlock, 0));
    }

    function getMultiplier(uint256 from, uint256 to) public view returns (uint256) {
        if (to <= bonusEndBlock) return (to - from) * BONUS_MULTIPLIER;
        if (from >= bonusEndBlock) return to - from;
        return (bonusEndBlock - from) * BONUS_MULTIPLIER + to - bonusEndBlock;
    }

    function pendingSushi(uint256 pid, address who) external view returns (uint256) {
        PoolInfo storage pool = poolInfo[pid];
        UserInfo storage user = userInfo[pid][who];
        uint256 perShare = pool.accSushiPerShare;
        uint256 supply = pool.lpToken.balanceOf(address(this));
        if (block.number > pool.lastRewardBlock && supply != 0) perShare += (getReward(pool) * PRECISION) / supply;
        return (user.amount * perShare) / PRECISION - user.rewardDebt;
    }

    function massUpdatePools() public {
        for (uint256 pid = 0; pid < poolInfo.length; ++pid) updatePool(pid);
    }

    function updatePool(uint256 pid) public {
        PoolInfo storage pool = poolInfo[pid];
        if (block.number <= pool.lastRewardBlock) return;
        uint256 supply = pool.lpToken.balanceOf(address(this));
        if (supply != 0) {
            uint256 reward = getReward(pool);
            sushi.mint(devaddr, reward / 10);
            sushi.mint(address(this), reward);
            pool.accSushiPerShare += (reward * PRECISION) / supply;
        }
        pool.lastRewardBlock = block.number;
    }

    function deposit(uint256 pid, uint256 amount) external {
        UserInfo storage user = userInfo[pid][msg.sender];
        uint256 perShare = settle(pid, user);
        poolInfo[pid].lpToken.transferFrom(msg.sender, address(this), amount);
        user.amount += amount;
        user.rewardDebt = (user.amount * perShare) / PRECISION;
        emit Deposit(msg.sender, pid, amount);
    }

    function withdraw(uint256 pid, uint256 amount) external {
        UserInfo storage user = userInfo[pid][msg.sender];
        require(user.amount >= amount, "withdraw: not good");
        uint256 perShare = settle(pid, user);
        user.amount -= amount;
        user.rewardDebt = (user.amount * perShare) / PRECISION;
        poolInfo[pid].lpToken.transfer(msg.sender, amount);
        emit Withdraw(msg.sender, pid, amount);
    }

    function emergencyWithdraw(uint256 pid) external {
        UserInfo storage user = userInfo[pid][msg.sender];
        uint256 amount = user.amount;
        (user.amount, user.rewardDebt) = (0, 0);
        poolInfo[pid].lpToken.transfer(msg.sender, amount);
        emit EmergencyWithdraw(msg.sender, pid, amount);
    }

    function getReward(PoolInfo storage pool) private view returns (uint256) {
        return (getMultiplier(pool.lastRewardBlock, block.number) * sushiPerBlock * pool.allocPoint) / totalAllocPoint;
    }

    /// Pays what is pending, never more than there is.
    function settle(uint256 pid, UserInfo storage user) private returns (uint256 perShare) {
        updatePool(pid);
        perShare = poolInfo[pid].accSushiPerShare;
        uint256 pending = (user.amount * perShare) / PRECISION - user.rewardDebt;
        uint256 held = sushi.balanceOf(address(this));
        if (pending > 0) sushi.transfer(msg.sender, pending < held ? pending : held);
    }
}
