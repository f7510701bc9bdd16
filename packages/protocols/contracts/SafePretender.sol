// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Says as a Safe does that it has an owner.
contract SafePretender {
    event SafeSetup(address indexed initiator, address[] owners, uint256 threshold, address initializer, address fallbackHandler);

    constructor(address owner) {
        address[] memory owners = new address[](1);
        owners[0] = owner;
        emit SafeSetup(msg.sender, owners, 1, address(0), address(0));
    }

    function masterCopy() external view returns (address) {
        return address(this);
    }
}
