// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface INft {
    function ownerOf(uint256 id) external view returns (address);
    function safeTransferFrom(address from, address to, uint256 id) external;
}

interface IMoney {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Sells ERC-721 tokens at their owner's price, paid in the native coin or a token. The owner approves this contract and lists.
contract Marketplace {
    struct Listing {
        address seller;
        /// Zero: the native coin.
        address payToken;
        uint256 price;
    }

    mapping(address => mapping(uint256 => Listing)) public listings;

    event Listed(address indexed collection, uint256 indexed id, address indexed seller, address payToken, uint256 price);
    event Sold(address indexed collection, uint256 indexed id, address seller, address buyer, address payToken, uint256 price);

    function list(address collection, uint256 id, address payToken, uint256 price) external {
        require(INft(collection).ownerOf(id) == msg.sender, "not yours");
        listings[collection][id] = Listing(msg.sender, payToken, price);
        emit Listed(collection, id, msg.sender, payToken, price);
    }

    function buy(address collection, uint256 id) external payable {
        Listing memory listing = listings[collection][id];
        require(listing.seller != address(0), "not for sale");
        delete listings[collection][id];
        INft(collection).safeTransferFrom(listing.seller, msg.sender, id);
        pay(listing);
        emit Sold(collection, id, listing.seller, msg.sender, listing.payToken, listing.price);
    }

    function pay(Listing memory listing) private {
        require(msg.value == (listing.payToken == address(0) ? listing.price : 0), "another price");
        if (listing.payToken == address(0)) {
            (bool paid,) = listing.seller.call{value: msg.value}("");
            require(paid, "the seller takes no money");
        } else {
            require(IMoney(listing.payToken).transferFrom(msg.sender, listing.seller, listing.price), "not paid");
        }
    }
}
