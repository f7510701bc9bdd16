// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface IFactory {
    function getPool(address token0, address token1, uint24 fee) external view returns (address);
}

/// Stands for PancakeSwap's PancakeV3PoolDeployer, whose bytecode no package has: makes pools of the code that it is given.
contract CakePoolDeployer {
    struct Parameters {
        address factory;
        address token0;
        address token1;
        uint24 fee;
        int24 tickSpacing;
    }

    Parameters public parameters;
    bytes private code;

    constructor(bytes memory code_) {
        code = code_;
    }

    function deploy(address factory, address token0, address token1, uint24 fee, int24 tickSpacing)
        external
        returns (address pool)
    {
        parameters = Parameters(factory, token0, token1, fee, tickSpacing);
        bytes memory creation = code;
        bytes32 salt = keccak256(abi.encode(token0, token1, fee));
        assembly {
            pool := create2(0, add(creation, 32), mload(creation), salt)
        }
        require(pool != address(0), "not created");
    }

    /// Uniswap's manager takes the maker of the pools for their factory.
    function getPool(address token0, address token1, uint24 fee) external view returns (address) {
        return IFactory(parameters.factory).getPool(token0, token1, fee);
    }
}
