// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A wallet that is a contract: what it pays, no transaction of its own shows. A quarter of what it is created with is paid on.
contract ContractWallet {
    address public immutable owner;

    constructor(address owner_, address payable friend) payable {
        owner = owner_;
        pay(friend, msg.value / 4);
    }

    receive() external payable {}

    function execute(address to, uint256 value, bytes calldata data) external {
        require(msg.sender == owner, "not the owner");
        (bool done,) = to.call{value: value}(data);
        require(done, "refused");
    }

    function pay(address to, uint256 value) private {
        (bool paid,) = to.call{value: value}("");
        require(paid, "not taken");
    }
}
