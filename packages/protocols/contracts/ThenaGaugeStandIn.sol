// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IStaked {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for Thena's GaugeV2, whose bytecode no package ships: stakes of a pair, one token of rewards, paid by the second.
contract ThenaGaugeStandIn {
    event Deposit(address indexed user, uint256 amount);

    address public immutable TOKEN;
    address public immutable rewardToken;
    address public immutable DISTRIBUTION;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => uint256) private since;

    constructor(address staked, address reward, address voter) {
        (TOKEN, rewardToken, DISTRIBUTION) = (staked, reward, voter);
    }

    function deposit(uint256 amount) external {
        IStaked(TOKEN).transferFrom(msg.sender, address(this), amount);
        (totalSupply, since[msg.sender]) = (totalSupply + amount, block.timestamp);
        balanceOf[msg.sender] += amount;
        emit Deposit(msg.sender, amount);
    }

    function earned(address account) external view returns (uint256) {
        return balanceOf[account] == 0 ? 0 : block.timestamp - since[account];
    }
}
