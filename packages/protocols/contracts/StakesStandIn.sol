// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for staking contracts of unknown code that name no token. Anybody may set a stake that was never paid.
contract StakesStandIn {
    event Staked(address indexed user, uint256 amount);

    mapping(address => uint256) public stakes;

    function stake(IToken token, uint256 amount) external {
        token.transferFrom(msg.sender, address(this), amount);
        setStake(msg.sender, stakes[msg.sender] + amount);
    }

    function setStake(address user, uint256 amount) public {
        stakes[user] = amount;
        emit Staked(user, amount);
    }
}
