// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {PaidToken, StandInToken} from "./StandInToken.sol";

contract ShareStandIn is StandInToken {
    constructor() StandInToken("S*", 18) {}

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }
}

/// Stands for StargatePool.
contract StargateStandIn {
    address public immutable token;
    ShareStandIn public immutable lpToken = new ShareStandIn();

    constructor(address token_) {
        token = token_;
    }

    function deposit(address receiver, uint256 amount) external payable {
        if (token != address(0)) PaidToken(token).transferFrom(msg.sender, address(this), amount);
        lpToken.mint(receiver, amount);
    }

    function tvl() external view returns (uint256) {
        return lpToken.totalSupply();
    }
}

/// Stands for StargateStaking and StargateMultiRewarder: a hundredth of the stake a day, in two tokens.
contract StargateStakingStandIn {
    address[] private staked;
    address private immutable reward;
    mapping(address => mapping(address => uint256)) public balanceOf;
    mapping(address => mapping(address => uint256)) private since;
    mapping(address => uint256) public totalSupply;

    event Deposit(address indexed token, address indexed from, address indexed to, uint256 amount);

    constructor(address[] memory staked_, address reward_) {
        (staked, reward) = (staked_, reward_);
    }

    function tokens() external view returns (address[] memory) {
        return staked;
    }

    function rewarder(address) external view returns (address) {
        return address(this);
    }

    function deposit(address token, uint256 amount) external {
        PaidToken(token).transferFrom(msg.sender, address(this), amount);
        balanceOf[token][msg.sender] += amount;
        totalSupply[token] += amount;
        since[token][msg.sender] = block.timestamp;
        emit Deposit(token, msg.sender, msg.sender, amount);
    }

    function getRewards(address token, address user) external view returns (address[] memory, uint256[] memory) {
        (address[] memory paid, uint256[] memory amounts) = (new address[](2), new uint256[](2));
        paid[0] = reward;
        amounts[0] = (balanceOf[token][user] * (block.timestamp - since[token][user])) / 100 days;
        amounts[1] = amounts[0] / 2;
        return (paid, amounts);
    }
}
