// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Moves like any token and returns a nonstandard `balanceOf`.
contract NonstandardToken {
    enum Oddity { None, RefusesOdd, EatsGas, Hangs, Lies, SaysNothing, SaysTooLittle, SaysTooMuch, Bombs }

    string public name;
    string public symbol;
    uint256 public immutable decimals;
    Oddity public immutable oddity;
    address public immutable owner;
    uint256 public totalSupply;
    mapping(address => uint256) private balances;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(string memory name_, string memory symbol_, uint256 decimals_, Oddity oddity_) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        oddity = oddity_;
        owner = msg.sender;
    }

    function balanceOf(address who) external view returns (uint256) {
        if (oddity == Oddity.RefusesOdd) require(uint160(who) % 2 == 0, "not you");
        if (oddity == Oddity.EatsGas) assembly { invalid() }
        if (oddity == Oddity.Hangs) hang();
        if (oddity == Oddity.Lies) return type(uint256).max;
        if (oddity == Oddity.SaysNothing) assembly { return(0, 0) }
        if (oddity == Oddity.SaysTooLittle) assembly { return(0, 31) }
        if (oddity == Oddity.SaysTooMuch) answerMuch(balances[who]);
        if (oddity == Oddity.Bombs) assembly { revert(0, 65536) }
        return balances[who];
    }

    /// Long enough for any node, and yet not for ever: anvil would give an endless loop a hundred times what a real node gives.
    function hang() private pure {
        assembly {
            for { let i := 0 } lt(i, 600000) { i := add(i, 1) } {}
            revert(0, 0)
        }
    }

    function answerMuch(uint256 value) private pure {
        assembly {
            mstore(0, value)
            return(0, 96)
        }
    }

    function mint(address to, uint256 value) external {
        require(msg.sender == owner, "not the owner");
        totalSupply += value;
        balances[to] += value;
        emit Transfer(address(0), to, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balances[msg.sender] -= value;
        balances[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
