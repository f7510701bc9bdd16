// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./PlainToken.sol";

/// Wraps the native coin as WETH9 does, under another name: wraps and unwraps are told by events of their own, not by Transfer.
contract WrappedCoin is PlainToken {
    event Deposit(address indexed dst, uint256 wad);
    event Withdrawal(address indexed src, uint256 wad);

    constructor(string memory name_, string memory symbol_) PlainToken(name_, symbol_, 18) {}

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        totalSupply += msg.value;
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 wad) external {
        balanceOf[msg.sender] -= wad;
        totalSupply -= wad;
        emit Withdrawal(msg.sender, wad);
        (bool isPaid, ) = msg.sender.call{value: wad}("");
        require(isPaid, "not taken");
    }
}
