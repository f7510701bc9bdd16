// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Stands for a controller of crvUSD with its AMM and its factory: loans, and collateral that was sold for the borrowed
/// token. Left out are bands, interest and prices; health is set.
contract CurveControllerStandIn {
    event Borrow(address indexed user, uint256 collateral_increase, uint256 loan_increase);

    struct Loan {
        uint256 collateral;
        uint256 sold;
        uint256 debt;
        int256 health;
    }

    address public immutable collateral_token;
    address public immutable stablecoin;
    mapping(address => Loan) private loans;

    constructor(address collateral, address borrowed) {
        collateral_token = collateral;
        stablecoin = borrowed;
    }

    function n_collaterals() external pure returns (uint256) {
        return 1;
    }

    function controllers(uint256 index) external view returns (address) {
        require(index == 0);
        return address(this);
    }

    function amm() external view returns (address) {
        return address(this);
    }

    function create_loan(uint256 collateral, uint256 debt, int256 health_) external {
        Token(collateral_token).transferFrom(msg.sender, address(this), collateral);
        Token(stablecoin).transfer(msg.sender, debt);
        loans[msg.sender] = Loan(collateral, 0, debt, health_);
        emit Borrow(msg.sender, collateral, debt);
    }

    /// The price fell: a part of the collateral is sold.
    function sell(address user, uint256 collateral, uint256 received) external {
        loans[user].collateral -= collateral;
        loans[user].sold += received;
        Token(stablecoin).transferFrom(msg.sender, address(this), received);
        Token(collateral_token).transfer(msg.sender, collateral);
    }

    function user_state(address user) external view returns (uint256[4] memory) {
        Loan memory loan = loans[user];
        return [loan.collateral, loan.sold, loan.debt, 10];
    }

    function loan_exists(address user) external view returns (bool) {
        return loans[user].debt > 0;
    }

    function health(address user) external view returns (int256) {
        require(loans[user].debt > 0);
        return loans[user].health;
    }
}
