from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rendering.network.addresses import ReachableAddresses, special_kind

PRIVATE = [ip_network(text) for text in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")]
SPECIAL = [
    *PRIVATE,
    *(
        ip_network(text)
        for text in (
            "0.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "169.254.0.0/16",
            "198.18.0.0/15",
            "224.0.0.0/4",
            "240.0.0.0/4",
        )
    ),
]
special_ipv4 = st.sampled_from(SPECIAL).flatmap(lambda network: st.ip_addresses(network=network))
any_ipv4 = st.ip_addresses(v=4)
any_address = st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("10.1.2.3", "a private address"),
        ("172.31.255.255", "a private address"),
        ("192.168.0.1", "a private address"),
        ("fd12:3456::1", "a private address"),
        ("127.0.0.1", "a loopback address"),
        ("127.255.0.1", "a loopback address"),
        ("::1", "a loopback address"),
        ("169.254.10.10", "a link-local address"),
        ("fe80::1", "a link-local address"),
        ("169.254.169.254", "the address of a cloud's metadata service"),
        ("fd00:ec2::254", "the address of a cloud's metadata service"),
        ("168.63.129.16", "the address of a cloud's metadata service"),
        ("100.100.100.200", "the address of a cloud's metadata service"),
        ("100.64.0.1", "an address behind a carrier's translation"),
        ("0.0.0.0", "the unspecified address"),
        ("::", "the unspecified address"),
        ("224.0.0.251", "a multicast address"),
        ("ff02::fb", "a multicast address"),
        ("255.255.255.255", "the broadcast address"),
        ("240.0.0.1", "a reserved address"),
        ("2001:db8::1", "a reserved address"),
        ("4000::1", "a reserved address"),
        ("64:ff9b:1::a00:1", "a reserved address"),
    ],
)
def test_what_is_special_is_named(text: str, kind: str) -> None:
    assert special_kind(ip_address(text)) == kind


@pytest.mark.parametrize(
    "text", ["93.184.215.14", "1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"]
)
def test_public_addresses_are_not_special(text: str) -> None:
    assert special_kind(ip_address(text)) is None


@given(special_ipv4)
def test_no_special_address_gets_through(address: IPv4Address) -> None:
    assert ReachableAddresses().refusal("any.example", address) is not None


@given(special_ipv4, st.integers(0, 2**16 - 1))
def test_nor_in_an_address_that_carries_it(address: IPv4Address, rest: int) -> None:
    number = int(address)
    carriers = [
        IPv6Address((0xFFFF << 32) | number),  # IPv4-mapped
        IPv6Address((0x64FF9B << 96) | number),  # NAT64
        IPv6Address((0x2002 << 112) | (number << 80) | rest),  # 6to4
        IPv6Address((0x20010000 << 96) | (0x01010101 << 64) | (number ^ 0xFFFFFFFF)),  # Teredo
        IPv6Address((0x2606_4700 << 96) | (0x5EFE << 32) | number),  # ISATAP
    ]
    assert [special_kind(carrier) for carrier in carriers].count(None) == 0


@given(any_address)
def test_what_python_calls_not_global_is_refused(address: IPv4Address | IPv6Address) -> None:
    if not address.is_global:
        assert special_kind(address) is not None


@given(any_ipv4)
def test_an_exception_lifts_the_refusal_of_its_network_and_of_no_other(address: IPv4Address) -> None:
    exception = ip_network("10.1.0.0/16")
    reachable = ReachableAddresses([str(exception)])
    if address in exception:
        assert reachable.refusal("any.example", address) is None
    else:
        assert reachable.refusal("any.example", address) == special_kind(address)


@given(special_ipv4)
def test_a_name_lifts_the_refusal_for_itself_only(address: IPv4Address) -> None:
    reachable = ReachableAddresses(["Intranet.example."])
    assert reachable.refusal("intranet.example", address) is None
    assert reachable.refusal("INTRANET.example.", address) is None
    assert reachable.refusal("other.example", address) is not None
    assert reachable.refusal("www.intranet.example", address) is not None
    assert reachable.refusal(str(address), address) is not None


def test_an_exception_holds_for_the_mapped_form_too() -> None:
    assert ReachableAddresses(["127.0.0.0/8"]).refusal("x", ip_address("::ffff:127.0.0.1")) is None


@pytest.mark.parametrize("text", ["10.0.0.0/99", "300.1.1.1", "http://intranet/", "", "a b"])
def test_an_exception_that_is_none_is_an_error_that_names_the_setting(text: str) -> None:
    with pytest.raises(ValueError, match=r"rendering\.safety\.reachable_networks"):
        ReachableAddresses([text])
