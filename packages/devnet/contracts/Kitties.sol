// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Older than the standard's end, as CryptoKitties is: no metadata extension, no ERC-165 for it, no approval of a whole collection,
/// no getApproved. Its Transfer has the standard's indexed arguments, though, which those of CryptoKitties are not.
contract Kitties {
    string public constant name = "CryptoKitties";
    string public constant symbol = "CK";
    address public immutable owner;
    uint256 public totalSupply;
    mapping(uint256 => address) public ownerOf;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public kittyIndexToApproved;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);

    constructor() {
        owner = msg.sender;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x9a20483d;
    }

    function breed(address to) external {
        require(msg.sender == owner, "not the owner");
        totalSupply += 1;
        move(address(0), to, totalSupply);
    }

    function approve(address to, uint256 tokenId) external {
        require(ownerOf[tokenId] == msg.sender, "not yours");
        kittyIndexToApproved[tokenId] = to;
        emit Approval(msg.sender, to, tokenId);
    }

    function transfer(address to, uint256 tokenId) external {
        require(ownerOf[tokenId] == msg.sender, "not yours");
        move(msg.sender, to, tokenId);
    }

    function transferFrom(address from, address to, uint256 tokenId) external {
        require(ownerOf[tokenId] == from && kittyIndexToApproved[tokenId] == msg.sender, "not allowed");
        move(from, to, tokenId);
    }

    function move(address from, address to, uint256 tokenId) private {
        ownerOf[tokenId] = to;
        balanceOf[to] += 1;
        if (from != address(0)) balanceOf[from] -= 1;
        delete kittyIndexToApproved[tokenId];
        emit Transfer(from, to, tokenId);
    }
}
