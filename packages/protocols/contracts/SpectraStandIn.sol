// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {PaidToken, StandInToken} from "./StandInToken.sol";

contract YieldTokenStandIn is StandInToken {
    address public immutable getPT = msg.sender;

    constructor() StandInToken("YT", 18) {}

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }
}

/// Stands for Spectra's PrincipalToken: PT and YT for each unit of the underlying of an IBT with a rate.
contract PrincipalTokenStandIn is StandInToken {
    address public immutable getIBT;
    YieldTokenStandIn public immutable getYT = new YieldTokenStandIn();
    uint256 public immutable maturity;
    uint256 private rate = 1e18;
    mapping(address => uint256) private deposited;

    event YieldUpdated(address indexed user, uint256 indexed yieldInIBT);

    constructor(address ibt, uint256 maturity_) StandInToken("PT", 18) {
        (getIBT, maturity) = (ibt, maturity_);
    }

    function setRate(uint256 rate_) external {
        rate = rate_;
    }

    function depositIBT(uint256 ibts, address receiver) external {
        PaidToken(getIBT).transferFrom(msg.sender, address(this), ibts);
        uint256 shares = (ibts * rate) / 1e18;
        deposited[receiver] += ibts;
        _mint(receiver, shares);
        getYT.mint(receiver, shares);
        emit YieldUpdated(receiver, 0);
    }

    function previewRedeemForIBT(uint256 shares) public view returns (uint256) {
        return (shares * 1e18) / rate;
    }

    function redeemForIBT(uint256 shares, address receiver, address owner) external returns (uint256 ibts) {
        ibts = previewRedeemForIBT(shares);
        _burn(owner, shares);
        PaidToken(getIBT).transfer(receiver, ibts);
    }

    function getCurrentYieldOfUserInIBT(address user) external view returns (uint256) {
        return deposited[user] - previewRedeemForIBT(getYT.balanceOf(user));
    }
}

/// Stands for a pool of Curve with its own token, of IBT and PT.
contract CurvePoolStandIn is StandInToken {
    address[2] public coins;
    uint256 public price_oracle;

    constructor(address ibt, address pt, uint256 price) StandInToken("IBT-PT", 18) {
        coins = [ibt, pt];
        price_oracle = price;
    }

    function mint(address to, uint256 value) external {
        _mint(to, value);
    }

    function balances(uint256 index) external view returns (uint256) {
        return PaidToken(coins[index]).balanceOf(address(this));
    }
}

/// Stands for Spectra's factory and registry.
contract SpectraStandIn {
    mapping(address => bool) public isRegisteredPT;

    function getRegistry() external view returns (address) {
        return address(this);
    }

    function register(address pt) external {
        isRegisteredPT[pt] = true;
    }
}
