// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface INft {
    function ownerOf(uint256 id) external view returns (address);
    function safeTransferFrom(address from, address to, uint256 id) external;
}

/// Sells ERC-721 tokens at their owner's price, paid in the native coin. The owner approves this contract and lists.
contract Marketplace {
    struct Listing {
        address seller;
        uint256 price;
    }

    mapping(address => mapping(uint256 => Listing)) public listings;

    event Listed(address indexed collection, uint256 indexed id, address indexed seller, uint256 price);
    event Sold(address indexed collection, uint256 indexed id, address seller, address buyer, uint256 price);

    function list(address collection, uint256 id, uint256 price) external {
        require(INft(collection).ownerOf(id) == msg.sender, "not yours");
        listings[collection][id] = Listing(msg.sender, price);
        emit Listed(collection, id, msg.sender, price);
    }

    function buy(address collection, uint256 id) external payable {
        Listing memory listing = listings[collection][id];
        require(listing.seller != address(0) && msg.value == listing.price, "not for sale at this price");
        delete listings[collection][id];
        INft(collection).safeTransferFrom(listing.seller, msg.sender, id);
        (bool paid,) = listing.seller.call{value: msg.value}("");
        require(paid, "the seller takes no money");
        emit Sold(collection, id, listing.seller, msg.sender, msg.value);
    }
}
