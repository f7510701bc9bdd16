// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for staking contracts whose stakes are tokens, one to one, and that pay rewards apart.
contract StakingReceiptStandIn {
    event Transfer(address indexed from, address indexed to, uint256 value);

    address private immutable staked;
    address public immutable rewardToken;
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    constructor(address staked_, address rewardToken_) {
        (staked, rewardToken) = (staked_, rewardToken_);
    }

    function stake(uint256 amount) external {
        IToken(staked).transferFrom(msg.sender, address(this), amount);
        totalSupply += amount;
        balanceOf[msg.sender] += amount;
        emit Transfer(address(0), msg.sender, amount);
    }
}
