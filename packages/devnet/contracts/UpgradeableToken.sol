// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// The first implementation behind an EIP-1967 proxy.
contract UpgradeableToken {
    bytes32 private constant IMPLEMENTATION = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    address internal owner;
    uint256 internal supply;
    mapping(address => uint256) internal shares;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Upgraded(address indexed implementation);

    function initialize() external {
        require(owner == address(0), "done before");
        owner = msg.sender;
    }

    function upgradeTo(address implementation) external {
        require(msg.sender == owner, "not the owner");
        assembly {
            sstore(IMPLEMENTATION, implementation)
        }
        emit Upgraded(implementation);
    }

    function name() external pure virtual returns (string memory) {
        return "Before The Upgrade";
    }

    function symbol() external pure virtual returns (string memory) {
        return "OLD";
    }

    function decimals() external pure virtual returns (uint8) {
        return 18;
    }

    /// Of a share, in base units.
    function worth() internal pure virtual returns (uint256) {
        return 1;
    }

    function totalSupply() external view returns (uint256) {
        return supply * worth();
    }

    function balanceOf(address who) external view returns (uint256) {
        return shares[who] * worth();
    }

    function mint(address to, uint256 value) external {
        require(msg.sender == owner, "not the owner");
        supply += value / worth();
        shares[to] += value / worth();
        emit Transfer(address(0), to, value);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        shares[from] -= value / worth();
        shares[to] += value / worth();
        emit Transfer(from, to, value);
    }
}
