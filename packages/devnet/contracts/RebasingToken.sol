// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Like Ampleforth: balances are shares of a supply that the monetary policy changes; a rebase moves them all without a Transfer.
contract RebasingToken {
    uint256 private constant SHARES = type(uint256).max - (type(uint256).max % 50_000_000e9);

    string public name;
    string public symbol;
    uint8 public constant decimals = 9;
    address public immutable monetaryPolicy;
    uint256 public totalSupply = 50_000_000e9;
    mapping(address => uint256) private shares;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event LogRebase(uint256 indexed epoch, uint256 totalSupply);

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
        monetaryPolicy = msg.sender;
        shares[msg.sender] = SHARES;
        emit Transfer(address(0), msg.sender, totalSupply);
    }

    function balanceOf(address who) external view returns (uint256) {
        return shares[who] / (SHARES / totalSupply);
    }

    function rebase(uint256 epoch, int256 supplyDelta) external returns (uint256) {
        require(msg.sender == monetaryPolicy, "not the policy");
        totalSupply = uint256(int256(totalSupply) + supplyDelta);
        emit LogRebase(epoch, totalSupply);
        return totalSupply;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        uint256 moved = value * (SHARES / totalSupply);
        shares[from] -= moved;
        shares[to] += moved;
        emit Transfer(from, to, value);
    }
}
