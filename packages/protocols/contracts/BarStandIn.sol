// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface IToken {
    function balanceOf(address owner) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for SushiBar: shares of all that it holds of a token.
contract BarStandIn {
    event Transfer(address indexed from, address indexed to, uint256 value);

    IToken public immutable plum;
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    constructor(address plum_) {
        plum = IToken(plum_);
    }

    function enter(uint256 amount) external {
        uint256 held = plum.balanceOf(address(this));
        uint256 shares = totalSupply == 0 || held == 0 ? amount : (amount * totalSupply) / held;
        plum.transferFrom(msg.sender, address(this), amount);
        totalSupply += shares;
        balanceOf[msg.sender] += shares;
        emit Transfer(address(0), msg.sender, shares);
    }

    function leave(uint256 shares) external {
        uint256 amount = (shares * plum.balanceOf(address(this))) / totalSupply;
        totalSupply -= shares;
        balanceOf[msg.sender] -= shares;
        plum.transfer(msg.sender, amount);
        emit Transfer(msg.sender, address(0), shares);
    }
}
