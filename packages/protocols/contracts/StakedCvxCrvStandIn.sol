// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./CurvePoolStandIn.sol";

/// Stands for the wrapper that stakes cvxCRV: what is earned of its token is set.
contract StakedCvxCrvStandIn is CurveTokenStandIn {
    struct EarnedData {
        address token;
        uint256 amount;
    }

    address public immutable cvxCrv;
    mapping(address => uint256) private owed;
    uint256 private checkpoints;

    constructor(address token) {
        cvxCrv = token;
    }

    function stake(uint256 amount, address to) external {
        Token(cvxCrv).transferFrom(msg.sender, address(this), amount);
        _mint(to, amount);
    }

    function owe(address user, uint256 amount) external {
        owed[user] = amount;
    }

    /// It changes state: it settles what the wrapper itself has earned.
    function earned(address user) external returns (EarnedData[] memory claimable) {
        checkpoints++;
        claimable = new EarnedData[](1);
        claimable[0] = EarnedData(cvxCrv, owed[user]);
    }
}
