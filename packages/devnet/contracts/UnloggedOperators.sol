// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// An ERC-721 collection whose operators also change without an ApprovalForAll.
contract UnloggedOperators is ERC721 {
    mapping(address => bool) private isFrozen;

    event Frozen(address indexed account, bool isFrozen);

    constructor(string memory name_, string memory symbol_) ERC721(name_, symbol_) {}

    function mint(address to, uint256 tokenId) external {
        _mint(to, tokenId);
    }

    function isApprovedForAll(address owner, address operator) public view override returns (bool) {
        return !isFrozen[owner] && super.isApprovedForAll(owner, operator);
    }

    /// By an event of its own.
    function freeze(address account, bool freezes) external {
        isFrozen[account] = freezes;
        emit Frozen(account, freezes);
    }

    /// Without any event.
    function freezeSilently(address account, bool freezes) external {
        isFrozen[account] = freezes;
    }
}
