// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// An ERC-721 collection whose owner gives each token the URI of its choice.
contract Gallery is ERC721 {
    address public immutable owner;
    mapping(uint256 => string) private uris;

    constructor(string memory name_, string memory symbol_) ERC721(name_, symbol_) {
        owner = msg.sender;
    }

    function hang(address to, uint256 tokenId, string calldata uri) external {
        require(msg.sender == owner, "not the owner");
        uris[tokenId] = uri;
        _mint(to, tokenId);
    }

    function burn(uint256 tokenId) external {
        require(_isApprovedOrOwner(msg.sender, tokenId), "not yours");
        _burn(tokenId);
    }

    /// EIP-7572
    function contractURI() external pure returns (string memory) {
        return 'data:application/json;utf8,{"name":"Gallery of URIs","image":"data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA5IDkiPjxjaXJjbGUgY3g9IjQuNSIgY3k9IjQuNSIgcj0iNCIvPjwvc3ZnPg=="}';
    }

    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        _requireMinted(tokenId);
        return uris[tokenId];
    }
}
