// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

/// An ERC-4626 vault: whatever is sent to it belongs to those who hold its shares.
contract Vault is ERC4626 {
    constructor(IERC20 asset_, string memory name_, string memory symbol_) ERC4626(asset_) ERC20(name_, symbol_) {}

    /// The constructor may run before the asset stands, and would take 18.
    function decimals() public pure override returns (uint8) {
        return 6;
    }
}
