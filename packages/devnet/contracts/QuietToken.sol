// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Like DSToken: mints and burns have events of their own, and no Transfer.
contract QuietToken {
    string public constant name = "Quiet";
    string public constant symbol = "QT";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed src, address indexed dst, uint256 wad);
    event Mint(address indexed guy, uint256 wad);
    event Burn(address indexed guy, uint256 wad);

    function mint(address guy, uint256 wad) external {
        balanceOf[guy] += wad;
        totalSupply += wad;
        emit Mint(guy, wad);
    }

    function burn(address guy, uint256 wad) external {
        balanceOf[guy] -= wad;
        totalSupply -= wad;
        emit Burn(guy, wad);
    }

    function transfer(address to, uint256 wad) external returns (bool) {
        balanceOf[msg.sender] -= wad;
        balanceOf[to] += wad;
        emit Transfer(msg.sender, to, wad);
        return true;
    }
}
