// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./PlainToken.sol";

/// Wraps the native coin as Scroll's does: wraps and unwraps have a Transfer besides the events of WETH9.
contract LoggedWrap is PlainToken {
    event Deposit(address indexed dst, uint256 wad);
    event Withdrawal(address indexed src, uint256 wad);

    constructor() PlainToken("Wrapped Ether", "WETH", 18) {}

    function deposit() external payable {
        issue(msg.sender, msg.value);
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 wad) external {
        balanceOf[msg.sender] -= wad;
        totalSupply -= wad;
        emit Transfer(msg.sender, address(0), wad);
        (bool isPaid, ) = msg.sender.call{value: wad}("");
        require(isPaid, "not taken");
        emit Withdrawal(msg.sender, wad);
    }
}
