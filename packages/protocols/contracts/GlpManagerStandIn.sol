// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

interface IGlp {
    function mint(address to, uint256 amount) external;
}

/// Stands for GMX V1's GlpManager.
contract GlpManagerStandIn {
    event AddLiquidity(
        address account,
        address token,
        uint256 amount,
        uint256 aumInUsdg,
        uint256 glpSupply,
        uint256 usdgAmount,
        uint256 mintAmount
    );

    address public immutable vault;
    address public immutable glp;
    uint256 public aum;
    mapping(address => bool) public isHandler;

    constructor(address vault_, address glp_) {
        (vault, glp) = (vault_, glp_);
    }

    function setHandler(address account) external {
        isHandler[account] = true;
    }

    function setAum(uint256 usdg) external {
        aum = usdg;
    }

    function getAumInUsdg(bool) external view returns (uint256) {
        return aum;
    }

    function addLiquidityForAccount(address account, uint256 amount) external {
        emit AddLiquidity(account, address(0), 0, aum, 0, 0, amount);
    }
}
