// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./CurvePoolStandIn.sol";

/// Stands for a pool of Balancer V3, whose shares are the vault's records.
contract BalancerV3PoolStandIn is CurveTokenStandIn {
    address public immutable getVault = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == getVault);
        _mint(to, amount);
    }
}

/// Stands for the vault of Balancer V3, whose bytecode no package ships: pools and their balances. Left
/// out are exchanges, rates, fees, and buffers of wrapped tokens.
contract BalancerV3VaultStandIn {
    struct TokenInfo {
        uint8 tokenType;
        address rateProvider;
        bool paysYieldFees;
    }

    mapping(address => address[]) private tokensOf;
    mapping(address => uint256[]) private balancesOf;
    address public lastPool;
    address public immutable getAuthorizer = msg.sender;

    function create(address[] calldata tokens, uint256[] calldata amounts, uint256 minted, address to) external {
        BalancerV3PoolStandIn pool = new BalancerV3PoolStandIn();
        lastPool = address(pool);
        register(lastPool, tokens, amounts);
        pool.mint(to, minted);
    }

    /// Anybody may register any contract.
    function register(address pool, address[] calldata tokens, uint256[] calldata amounts) public {
        tokensOf[pool] = tokens;
        balancesOf[pool] = amounts;
        for (uint256 index; index < tokens.length; index++) {
            Token(tokens[index]).transferFrom(msg.sender, address(this), amounts[index]);
        }
    }

    function isPoolRegistered(address pool) external view returns (bool) {
        return tokensOf[pool].length > 0;
    }

    function getPoolTokenInfo(address pool)
        external
        view
        returns (address[] memory, TokenInfo[] memory infos, uint256[] memory, uint256[] memory)
    {
        infos = new TokenInfo[](tokensOf[pool].length);
        return (tokensOf[pool], infos, balancesOf[pool], balancesOf[pool]);
    }
}
