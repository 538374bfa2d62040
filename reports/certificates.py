"""Certificates of the portal's authority: whom they name, for what they are good, how long."""

from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID, ObjectIdentifier

# RFC 9336: the extended key usage for signing documents; Microsoft's older one is understood more widely.
DOCUMENT_SIGNING = (ObjectIdentifier("1.3.6.1.5.5.7.3.36"), ObjectIdentifier("1.3.6.1.4.1.311.10.3.12"))


def signer_certificate(
    issuer: x509.Certificate,
    issuer_key: ec.EllipticCurvePrivateKey,
    key: ec.EllipticCurvePublicKey,
    name: x509.Name,
    now: datetime,
    valid: timedelta,
) -> x509.Certificate:
    """A certificate for signing documents."""
    usage = _usage(digital_signature=True, content_commitment=True)
    builder = (
        _builder(name, issuer.subject, key, now, valid)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.ExtendedKeyUsage(list(DOCUMENT_SIGNING)), critical=False)
        .add_extension(_distribution_point(), critical=False)
        .add_extension(issued_by(issuer_key.public_key()), critical=False)
    )
    return builder.sign(issuer_key, hashes.SHA256())


def authority_certificate(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    issuer_key: ec.EllipticCurvePrivateKey,
    now: datetime,
    valid: timedelta,
    path_length: int,
) -> x509.Certificate:
    """A certificate of an authority, with so many authorities below it."""
    usage = _usage(key_cert_sign=True, crl_sign=True)
    builder = (
        _builder(subject, issuer, key.public_key(), now, valid)
        .add_extension(x509.BasicConstraints(ca=True, path_length=path_length), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(issued_by(issuer_key.public_key()), critical=False)
    )
    return builder.sign(issuer_key, hashes.SHA256())


def clock_certificate(
    name: str,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    issuer_key: ec.EllipticCurvePrivateKey,
    now: datetime,
    valid: timedelta,
) -> x509.Certificate:
    """The certificate of the portal's clock."""
    builder = (
        _builder(distinguished(name), issuer, key.public_key(), now, valid)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(
            _usage(digital_signature=True),
            critical=True,
        )
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING]), critical=True)
        .add_extension(issued_by(issuer_key.public_key()), critical=False)
    )
    return builder.sign(issuer_key, hashes.SHA256())


def distinguished(common_name: str, role: str = "") -> x509.Name:
    """The name in a certificate; the capacity in which its owner signs stands in it as his title."""
    parts = [x509.NameAttribute(NameOID.COMMON_NAME, common_name[:64])]
    if role:
        parts.append(x509.NameAttribute(NameOID.TITLE, role))
    return x509.Name(parts)


def issued_by(key: ec.EllipticCurvePublicKey) -> x509.AuthorityKeyIdentifier:
    """The extension that names the issuer's key."""
    return x509.AuthorityKeyIdentifier.from_issuer_public_key(key)


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, valid: timedelta
) -> x509.CertificateBuilder:
    # A clock that is a minute behind elsewhere must not call a fresh certificate "not yet valid".
    start = now.astimezone(UTC) - timedelta(minutes=1)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + valid)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _distribution_point() -> x509.CRLDistributionPoints:
    # The list travels with the portal; the name is there because checks ask for one, nothing fetches it.
    place = x509.UniformResourceIdentifier("urn:crosstable:revoked")
    return x509.CRLDistributionPoints(
        [x509.DistributionPoint(full_name=[place], relative_name=None, reasons=None, crl_issuer=None)]
    )


def _usage(**wanted: bool) -> x509.KeyUsage:
    names = (
        "digital_signature",
        "content_commitment",
        "key_encipherment",
        "data_encipherment",
        "key_agreement",
        "key_cert_sign",
        "crl_sign",
        "encipher_only",
        "decipher_only",
    )
    return x509.KeyUsage(**{name: wanted.get(name, False) for name in names})
