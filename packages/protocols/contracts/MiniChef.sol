// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface IToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for SushiSwap's MiniChefV2, whose bytecode no package has: its views and events, and rewards by the second.
contract MiniChef {
    struct UserInfo {
        uint256 amount;
        int256 rewardDebt;
    }

    event Deposit(address indexed user, uint256 indexed pid, uint256 amount, address indexed to);
    event Withdraw(address indexed user, uint256 indexed pid, uint256 amount, address indexed to);
    event Harvest(address indexed user, uint256 indexed pid, uint256 amount);

    address public immutable SUSHI;
    uint256 public immutable perSecond;
    address[] public lpToken;
    address[] public rewarder;
    mapping(uint256 => mapping(address => UserInfo)) public userInfo;
    mapping(uint256 => uint256) private total;
    mapping(uint256 => uint256) private perShare;
    mapping(uint256 => uint256) private updatedAt;

    constructor(address sushi, uint256 perSecond_) {
        (SUSHI, perSecond) = (sushi, perSecond_);
    }

    function poolLength() external view returns (uint256) {
        return lpToken.length;
    }

    function add(address token, address rewarder_) external {
        updatedAt[lpToken.length] = block.timestamp;
        lpToken.push(token);
        rewarder.push(rewarder_);
    }

    function perShareNow(uint256 pid) private view returns (uint256) {
        if (total[pid] == 0) return perShare[pid];
        return perShare[pid] + ((block.timestamp - updatedAt[pid]) * perSecond * 1e12) / total[pid];
    }

    function pendingSushi(uint256 pid, address user) public view returns (uint256) {
        UserInfo memory info = userInfo[pid][user];
        return uint256(int256((info.amount * perShareNow(pid)) / 1e12) - info.rewardDebt);
    }

    function update(uint256 pid) private {
        (perShare[pid], updatedAt[pid]) = (perShareNow(pid), block.timestamp);
    }

    function deposit(uint256 pid, uint256 amount, address to) external {
        update(pid);
        userInfo[pid][to].amount += amount;
        userInfo[pid][to].rewardDebt += int256((amount * perShare[pid]) / 1e12);
        total[pid] += amount;
        IToken(lpToken[pid]).transferFrom(msg.sender, address(this), amount);
        emit Deposit(msg.sender, pid, amount, to);
    }

    function withdraw(uint256 pid, uint256 amount, address to) external {
        update(pid);
        userInfo[pid][msg.sender].rewardDebt -= int256((amount * perShare[pid]) / 1e12);
        userInfo[pid][msg.sender].amount -= amount;
        total[pid] -= amount;
        IToken(lpToken[pid]).transfer(to, amount);
        emit Withdraw(msg.sender, pid, amount, to);
    }

    function harvest(uint256 pid, address to) external {
        uint256 amount = pendingSushi(pid, msg.sender);
        update(pid);
        userInfo[pid][msg.sender].rewardDebt += int256(amount);
        IToken(SUSHI).transfer(to, amount);
        emit Harvest(msg.sender, pid, amount);
    }
}
