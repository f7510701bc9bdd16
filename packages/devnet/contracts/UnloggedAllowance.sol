// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./PlainToken.sol";

/// An ERC-20 whose transfers and ended allowances have events of their own, and no Transfer or Approval.
contract UnloggedAllowance is PlainToken {
    event Spent(address indexed account, uint256 value);

    constructor(string memory name_, string memory symbol_) PlainToken(name_, symbol_, 18) {}

    function move(address from, address to, uint256 value) internal override {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Spent(from, value);
    }

    function end(address account, address spender) external {
        allowance[account][spender] = 0;
        emit Spent(account, 0);
    }
}
